import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import {
  createUser,
  createUserBatch,
  deleteUser,
  type ListedUser,
  listUsers,
  updateUser,
} from '#contract/accounts.ts';
import { api } from '../../lib/api.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { createdBatches, noteCreated } from './created-batches.ts';

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
  return useUserChange(async (body: z.output<typeof createUser.body>) => {
    const created = await api(createUser, { body });
    noteCreated([created.username]);
    return created;
  });
}

export function useUpdateUser(id: number) {
  return useUserChange((body: z.output<typeof updateUser.body>) => api(updateUser, { params: { id }, body }));
}

export function useDeleteUser(id: number) {
  return useUserChange(() => api(deleteUser, { params: { id } }));
}

interface Deletions {
  readonly deleted: readonly ListedUser[];
  /** Each with the server's reason, if it gave one. */
  readonly failed: readonly { user: ListedUser; error: unknown }[];
}

/** One after the other: what fails is told, and does not keep the rest. */
export function useDeleteUsers() {
  return useUserChange(async (users: readonly ListedUser[]): Promise<Deletions> => {
    const deleted: ListedUser[] = [];
    const failed: { user: ListedUser; error: unknown }[] = [];
    for (const user of users) {
      try {
        await api(deleteUser, { params: { id: user.id } });
        deleted.push(user);
      } catch (error) {
        failed.push({ user, error });
      }
    }
    return { deleted, failed };
  });
}

/** The passwords are put away as soon as they are here, before the table is read anew and whoever still looks. */
export function useCreateUserBatch(creatorId: number | undefined) {
  return useUserChange(async (body: z.output<typeof createUserBatch.body>) => {
    const { users } = await api(createUserBatch, { body });
    createdBatches.add({ prefix: body.prefix, users, creatorId });
    return { created: users.length };
  });
}
