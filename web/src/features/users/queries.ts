import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { createUser, createUserBatch, deleteUser, listUsers, updateUser } from '#contract/accounts.ts';
import { api } from '../../lib/api.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { createdBatches } from './created-batches.ts';

export const usersQuery = queryOptions({
  queryKey: queryKeys.admin.users,
  queryFn: () => api(listUsers),
});

/** A change of the accounts; the table is read anew whether it succeeded or not, as either may have surprised. */
function useUserChange<Input, Output>(mutationFn: (input: Input) => Promise<Output>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn,
    onSettled: () => queryClient.invalidateQueries({ queryKey: usersQuery.queryKey }),
  });
}

export function useCreateUser() {
  return useUserChange((body: z.output<typeof createUser.body>) => api(createUser, { body }));
}

export function useUpdateUser(id: number) {
  return useUserChange((body: z.output<typeof updateUser.body>) => api(updateUser, { params: { id }, body }));
}

export function useDeleteUser(id: number) {
  return useUserChange(() => api(deleteUser, { params: { id } }));
}

/** The passwords are put away as soon as they are here, before the table is read anew and whoever still looks. */
export function useCreateUserBatch(creatorId: number | undefined) {
  return useUserChange(async (body: z.output<typeof createUserBatch.body>) => {
    const { users } = await api(createUserBatch, { body });
    createdBatches.add({ prefix: body.prefix, users, creatorId });
  });
}
