import { makeCmsPackages } from './cms.ts';
import { makeDmojPackages } from './dmoj.ts';
import { makeHydroPackages } from './hydro.ts';
import { makeKattisPackages } from './kattis.ts';
import { makePolygonPackages } from './polygon.ts';
import type { SamplePackage } from './sample-package.ts';
import { makeSinolPackages } from './sinol.ts';

const makers = [
  makeKattisPackages,
  makePolygonPackages,
  makeCmsPackages,
  makeDmojPackages,
  makeHydroPackages,
  makeSinolPackages,
];

/** Of every format that is read. */
export async function makeSamplePackages(): Promise<SamplePackage[]> {
  return (await Promise.all(makers.map((make) => make()))).flat();
}
