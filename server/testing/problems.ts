import type { LightMyRequestResponse } from 'fastify';
import type { Client } from './test-app.ts';

export interface NewProblem {
  readonly id: string;
  readonly title: string;
  readonly author: string;
  readonly time_limit_ms: number;
  readonly memory_limit_mb: number;
}

/** Creates a problem and shows it, since new ones are hidden. The answer is the creation's. */
export async function createVisibleProblem(
  staff: Client,
  problem: NewProblem,
): Promise<LightMyRequestResponse> {
  const created = await staff.post('/api/admin/problems', problem);
  if (created.statusCode === 201) {
    await staff.put(`/api/admin/problems/${problem.id}/visibility`, { isVisible: true });
  }
  return created;
}
