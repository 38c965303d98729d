import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { createUser, createUserBatch, deleteUser, listUsers, updateUser } from '#contract/accounts.ts';
import { api } from '../../api.ts';

export const usersQuery = queryOptions({
  queryKey: ['admin', 'users'],
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

export interface CreatedBatch {
  prefix: string;
  users: readonly { username: string; password: string }[];
}

/** The passwords are handed over as soon as they are here, before the table is read anew. */
export function useCreateUserBatch(onCreated: (batch: CreatedBatch) => void) {
  return useUserChange(async (body: z.output<typeof createUserBatch.body>) => {
    const { users } = await api(createUserBatch, { body });
    onCreated({ prefix: body.prefix, users });
  });
}
