#if __has_include("/etc/passwd") || __has_include("/etc/hostname") || __has_include("/root/.profile")
#error the machine shows
#endif
int main() { return undeclared; }
