import { makeCmsPackages } from './cms.ts';
import { makeDmojPackages } from './dmoj.ts';
import { makeHydroPackages } from './hydro.ts';
import { makePolygonPackages } from './polygon.ts';
import type { SamplePackage } from './sample-package.ts';
import { makeSinolPackages } from './sinol.ts';

const makers = [makePolygonPackages, makeCmsPackages, makeDmojPackages, makeHydroPackages, makeSinolPackages];

/** Of every format but Kattis'. */
export async function makeOtherPackages(): Promise<SamplePackage[]> {
  return (await Promise.all(makers.map((make) => make()))).flat();
}
