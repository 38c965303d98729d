// What programs use that include nothing but headers of C. Linked, never run.
#include <cctype>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>

static int compare(const void* a, const void* b) { return *static_cast<const int*>(a) - *static_cast<const int*>(b); }

static char line[100], word[100];
static int numbers[100];

static void use_streams(const char* name) {
  if (!freopen(name, "r", stdin) || !freopen(line, "w", stdout)) return;
  FILE* file = fopen(name, "r");
  long n = fscanf(file, "%s", word) + scanf("%99s", line) + sscanf(line, "%d", numbers);
  n += fread(line, 1, sizeof line, file) + fwrite(line, 1, sizeof line, stdout);
  if (fgets(line, sizeof line, stdin) && feof(file)) ungetc(getchar(), stdin);
  if (fgetc(file) == EOF || getc(file) == EOF) fclose(file);
  fprintf(stderr, "%s %ld", word, n);
  sprintf(line, "%s %ld", word, n);
  snprintf(line, sizeof line, "%f %ld", 1.5 * n, n);
  fputs(line, stdout);
  puts(line);
  fputc(line[0], stdout);
  putchar(line[1]);
  setvbuf(stdout, line, _IOFBF, sizeof line);
  fflush(stdout);
}

static void use_memory(size_t size) {
  char* memory = static_cast<char*>(malloc(size));
  int* zeros = static_cast<int*>(calloc(size, sizeof(int)));
  memset(memory, line[0], size);
  memcpy(memory, word, size);
  memmove(memory + 1, memory, size);
  memory[strlen(line)] = static_cast<char>(strcmp(line, word) + strncmp(line, word, size) + memcmp(line, word, size));
  strcpy(memory, line);
  strncpy(memory, line, size);
  strcat(memory, word);
  if (strchr(memory, line[0]) && strrchr(memory, line[0]) && strstr(memory, word)) strtok(memory, line);
  memory = static_cast<char*>(realloc(memory, 2 * size));
  qsort(zeros, size, sizeof(int), compare);
  free(zeros);
  free(memory);
}

static double use_numbers(double x) {
  long long n = atoi(line) + atol(line) + atoll(line) + strtol(line, nullptr, 10) + strtoll(line, nullptr, 10);
  srand(static_cast<unsigned>(time(nullptr)));
  n += rand() + clock() + toupper(line[0]) + tolower(line[1]) + isalpha(line[2]) + isdigit(line[3]);
  x += atof(line) + strtod(line, nullptr) + static_cast<double>(n);
  return sqrt(x) + pow(x, 1.5) + floor(x) + ceil(x) + round(x) + fmod(x, 3) + exp(x) + log(x) + log2(x) + log10(x) +
         sin(x) + cos(x) + tan(x) + atan(x) + atan2(x, 2) + acos(x) + asin(x) + hypot(x, 2) + cbrt(x);
}

int main(int count, char** words) {
  if (count > 1) {
    use_streams(words[1]);
    use_memory(strlen(words[1]));
    if (use_numbers(count) < 0) abort();
    exit(count);
  }
  printf("%d\n", 1);
}
