import type { ComponentType } from 'react';
import { intervals } from '#contract/limits.ts';
import { completeMessages } from './messages.ts';

/** A script loaded on demand did not arrive, or not in time. */
export class PageNotLoaded extends Error {}

/** Whatever is not among a visitor's first pages may use every text. */
export function loadScript<Module>(load: () => Promise<Module>): Promise<Module> {
  return loadInTime(async () => {
    const [module] = await Promise.all([load(), completeMessages()]);
    return module;
  });
}

/** Gives up after the time-out, so that nobody waits for ever. */
async function loadInTime<Module>(load: () => Promise<Module>): Promise<Module> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new PageNotLoaded('timed out')), intervals.pageScriptTimeoutMs);
  });
  try {
    return await Promise.race([load(), timeout]);
  } catch (cause) {
    throw cause instanceof PageNotLoaded ? cause : new PageNotLoaded('failed', { cause });
  } finally {
    clearTimeout(timer);
  }
}

/** A page as the router's `lazy` wants it: one of those that a visitor sees first, and that use the first texts only. */
export function loadFirstPage<Name extends string>(
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
) {
  return async () => ({ Component: (await loadInTime(load))[name] });
}

/** Any other. */
export function loadPage<Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) {
  return async () => ({ Component: (await loadScript(load))[name] });
}
