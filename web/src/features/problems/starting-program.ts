/** What nearly every C++ program of a contest begins with; one goes on writing between the two parts. */
export const startingProgram = {
  before: `#include <bits/stdc++.h>
using namespace std;

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);

    `,
  after: `
}
`,
} as const;
