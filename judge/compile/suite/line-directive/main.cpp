#line 1 "/etc/passwd"
int main() { return undeclared; }
