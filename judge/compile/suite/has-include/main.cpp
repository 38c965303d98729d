#if __has_include("/etc/passwd") || __has_include("/etc/hostname") || __has_include("/etc/shadow")
#error the machine shows
#endif
int main() { return undeclared; }
