import { useQueryClient } from '@tanstack/react-query';
import { getUploadProgress } from '#contract/problems.ts';
import { api } from '../../lib/api.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import type { FollowSteps } from './save-problem.ts';

/** How an import is asked about until it has ended or nobody wants to know any more. */
export function useFollowSteps(): (signal: AbortSignal) => FollowSteps {
  const queryClient = useQueryClient();
  return (signal) => ({
    getProgress: (jobId) =>
      queryClient.fetchQuery({
        queryKey: queryKeys.admin.uploadProgress(jobId),
        queryFn: () => api(getUploadProgress, { params: { jobId } }),
        staleTime: 0,
        gcTime: 0,
      }),
    wait: (ms) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
    isLeft: () => signal.aborted,
  });
}
