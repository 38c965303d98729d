#include <bits/stdc++.h>
using namespace std;
void solve() { int a, b; cin >> a >> b; cout << a + b; }
