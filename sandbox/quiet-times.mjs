/**
 * For how long after its start an express run has a second core kept quiet, and for how long after its end nothing goes on. The
 * helper is compiled with them and keeps to them (slots.cpp); the judge's scheduler counts what they take of the cores.
 */
export const servedMs = 1000;
export const stayStillMs = 30;
