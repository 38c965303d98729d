#if __INCLUDE_LEVEL__ < 150
#include "main.cpp"
#include "main.cpp"
#endif
