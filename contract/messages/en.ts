import { limits } from '../limits.ts';

/**
 * Every text people see, in English. A text with parts that vary is a function, so that another language is
 * one more file of the same type (`Messages`) and may order and inflect as it needs.
 */
export const en = {
  errors: {
    invalid_request: 'The request is not valid.',
    login_required: 'Please log in.',
    wrong_credentials: 'Invalid username or password.',
    wrong_password: 'The current password is not right.',
    forbidden: 'You do not have permission to do this.',
    foreign_origin: 'Requests from other sites are not accepted.',
    registration_disabled: 'Registration is currently disabled.',
    protected_account: 'This account is protected and cannot be changed here.',
    own_account: 'You cannot edit or delete your own account here.',
    not_found: 'Not found.',
    user_not_found: 'User not found.',
    username_taken: 'This username is already taken.',
    request_too_large: 'The request is too large.',
    unsupported_media_type: 'The request has a format that is not supported.',
    too_many_attempts: 'Too many failed attempts. Please wait a few minutes and try again.',
    internal: 'Something went wrong on the server.',
    not_ready: 'The server is not ready yet.',
  },

  validation: {
    usernameRequired: 'Username is required.',
    usernameShort: `Username must be at least ${limits.usernameMin} characters long.`,
    usernameLong: `Username must be at most ${limits.usernameMax} characters long.`,
    usernameCharacters: 'Username may contain only letters, digits, _, - and . characters.',
    passwordRequired: 'Password is required.',
    passwordShort: `Password must be at least ${limits.passwordMin} characters long.`,
    passwordLong: `Password must be at most ${limits.passwordMax} characters long.`,
    prefixRequired: 'Prefix is required.',
    prefixLong: `Prefix must be at most ${limits.batchPrefixMax} characters long.`,
    prefixCharacters: 'Prefix may contain only letters, digits, _, - and . characters.',
    batchCount: `Please enter a number between ${limits.batchCountMin} and ${limits.batchCountMax}.`,
    textCharacters: 'Text may not contain NUL characters or broken Unicode.',
  },
};

export type Messages = typeof en;
