/**
 * A run of the express lane is short. One that is not is stopped, so that the next does not wait for it, and done again
 * in the ordinary lane with the limits it was asked for.
 */

import type { RunFacts, RunRequest } from './sandbox.ts';

/** A compilation of this length is rare, and to do it again costs most. */
const mostCpuMs = { program: 1000, toolchain: 2000 };

const mostOf = ({ profile }: RunRequest) => ({ cpuMs: mostCpuMs[profile], wallMs: 2 * mostCpuMs[profile] });

export function asExpress(request: RunRequest): RunRequest {
  const { cpuMs, wallMs } = request.limits;
  const most = mostOf(request);
  const limits = {
    ...request.limits,
    cpuMs: Math.min(cpuMs, most.cpuMs),
    wallMs: Math.min(wallMs, most.wallMs),
  };
  return { ...request, express: true, limits };
}

/** Whether the run ended because it was express, and not by a limit of its own. */
export function wasTooLong(request: RunRequest, { limit }: RunFacts): boolean {
  return (
    (limit === 'cpu' || limit === 'wall') && request.limits[`${limit}Ms`] > mostOf(request)[`${limit}Ms`]
  );
}
