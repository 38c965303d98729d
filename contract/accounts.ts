import { z } from 'zod';
import { defineCall } from './call.ts';
import { idInAddress } from './ids.ts';
import { limits } from './limits.ts';
import { rule } from './words.ts';

export const roles = ['user', 'staff', 'admin'] as const;
export type Role = (typeof roles)[number];

/** The create dialog offers these; admin is given by editing. */
export const creatableRoles = ['user', 'staff'] as const;

const nameCharacters = /^[A-Za-z0-9_.-]*$/;

export const usernameSchema = z
  .string(rule('username_required'))
  .trim()
  .min(limits.usernameMin, rule('username_short'))
  .max(limits.usernameMax, rule('username_long'))
  .regex(nameCharacters, rule('username_characters'));

export const passwordSchema = z
  .string(rule('password_required'))
  .min(limits.passwordMin, rule('password_short'))
  .max(limits.passwordMax, rule('password_long'));

export const batchSchema = z.object({
  prefix: z
    .string(rule('prefix_required'))
    .trim()
    .min(1, rule('prefix_required'))
    .max(limits.batchPrefixMax, rule('prefix_long'))
    .regex(nameCharacters, rule('prefix_characters')),
  count: z
    .int(rule('batch_count'))
    .min(limits.batchCountMin, rule('batch_count'))
    .max(limits.batchCountMax, rule('batch_count')),
});

const sessionUser = z.object({ id: z.int(), username: z.string(), role: z.enum(roles) });
export type SessionUser = z.infer<typeof sessionUser>;

const listedUser = sessionUser.extend({
  /** The first administrator: nobody edits or deletes it. */
  is_protected: z.boolean(),
});
export type ListedUser = z.infer<typeof listedUser>;

/** Not the rules for new names and passwords: what does not fit them is wrong, not badly formed. */
const credentials = z.object({
  username: z.string(rule('username_required')).trim().min(1, rule('username_required')),
  password: z.string(rule('password_required')).min(1, rule('password_required')),
});

const userParams = z.object({ id: idInAddress });

export const getMe = defineCall({
  method: 'GET',
  path: '/me',
  summary: 'Who is signed in',
  response: z.object({ isAuthenticated: z.boolean(), user: sessionUser.nullable() }),
});

export const login = defineCall({
  method: 'POST',
  path: '/login',
  summary: 'Sign in',
  body: credentials,
  response: z.object({ user: sessionUser }),
});

export const logout = defineCall({ method: 'POST', path: '/logout', summary: 'Sign out' });

export const register = defineCall({
  method: 'POST',
  path: '/register',
  creates: true,
  summary: 'Create an account of one’s own, when registration is enabled',
  body: z.object({ username: usernameSchema, password: passwordSchema }),
  response: z.object({ user: sessionUser }),
});

export const changeOwnPassword = defineCall({
  method: 'PUT',
  path: '/me/password',
  summary: 'Change one’s own password; every other session of the account ends',
  body: z.object({
    currentPassword: z
      .string()
      .min(1, rule('password_required'))
      .max(limits.passwordMax, rule('wrong_password')),
    newPassword: passwordSchema,
  }),
});

export const listUsers = defineCall({
  method: 'GET',
  path: '/admin/users',
  summary: 'All accounts',
  response: z.array(listedUser),
});

export const createUser = defineCall({
  method: 'POST',
  path: '/admin/users',
  creates: true,
  summary: 'Create an account',
  body: z.object({ username: usernameSchema, password: passwordSchema, role: z.enum(creatableRoles) }),
  response: listedUser,
});

export const updateUser = defineCall({
  method: 'PUT',
  path: '/admin/users/:id',
  summary: 'Rename an account, change its role, set its password',
  params: userParams,
  body: z.object({ username: usernameSchema, role: z.enum(roles), password: passwordSchema.optional() }),
  response: listedUser,
});

export const deleteUser = defineCall({
  method: 'DELETE',
  path: '/admin/users/:id',
  summary: 'Delete an account and its submissions',
  params: userParams,
});

export const createUserBatch = defineCall({
  method: 'POST',
  path: '/admin/users/batch',
  creates: true,
  summary: 'Create numbered accounts with generated passwords, told only in this answer',
  body: batchSchema,
  response: z.object({ users: z.array(z.object({ username: z.string(), password: z.string() })) }),
});

export const listAuthors = defineCall({
  method: 'GET',
  path: '/admin/authors',
  summary: 'Accounts that may author a problem',
  response: z.array(z.object({ id: z.int(), username: z.string() })),
});
