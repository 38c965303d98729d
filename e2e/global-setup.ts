import { startInstance } from '#harness/instance.ts';

/** One instance for all journeys; they find its address as Playwright's base URL. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const instance = await startInstance();
  process.env.MINOS_URL = instance.url;
  return () => instance.stop();
}
