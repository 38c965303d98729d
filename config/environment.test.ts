import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { environmentSchema, readEnvironment, StartError } from './environment.ts';

describe('the environment', () => {
  it('has defaults for everything', () => {
    expect(readEnvironment({})).toEqual({
      PORT: 3000,
      HOST: '0.0.0.0',
      DATA_DIR: join(process.cwd(), 'data'),
      ADMIN_USERNAME: 'admin',
      TRUST_PROXY: false,
      CACHE_MB: 4096,
      LOG_LEVEL: 'info',
    });
  });

  it('takes an empty value for an unset one', () => {
    expect(readEnvironment({ PORT: '', DATABASE_URL: '', ADMIN_PASSWORD: '' })).toMatchObject({ PORT: 3000 });
  });

  it('names every bad value at once', () => {
    const bad = {
      PORT: '99999',
      DATABASE_URL: 'mysql://x',
      DATABASE_OWNER_URL: 'localhost',
      ADMIN_USERNAME: 'a b',
      ADMIN_PASSWORD: '123',
      PUBLIC_URL: 'judge.example.org',
      TRUST_PROXY: 'true',
      WORKER_NAME: 'judge one',
      JUDGE_CORES: '0',
      METRICS_TOKEN: 'short',
      LOG_LEVEL: 'loud',
    };
    const read = () => readEnvironment(bad);
    expect(read).toThrow(StartError);
    for (const name of Object.keys(bad)) expect(read).toThrow(`  ${name}: `);
  });

  it.each(['0x10', '3000.5', ' 3000', '-1', '65536', 'http'])('does not take %j for a port', (PORT) => {
    expect(() => readEnvironment({ PORT })).toThrow('PORT: must be a whole number from 0 to 65535');
  });

  it('keeps the origin of PUBLIC_URL, whatever path was written behind it', () => {
    expect(readEnvironment({ PUBLIC_URL: 'https://judge.example.org/' }).PUBLIC_URL).toBe(
      'https://judge.example.org',
    );
  });

  it('splits the list of proxies', () => {
    const good = 'loopback, 10.0.0.0/8, ::1, fd00::/8';
    expect(readEnvironment({ TRUST_PROXY: good }).TRUST_PROXY).toEqual(good.split(', '));
    for (const bad of ['true', '10.0.0.1/33', '10.0.0', 'fd00::/129', 'loopback,,', '1.2.3.4/a']) {
      expect(() => readEnvironment({ TRUST_PROXY: bad })).toThrow('TRUST_PROXY: must list addresses');
    }
  });

  it('is documented variable by variable', () => {
    const text = readFileSync(join(import.meta.dirname, '../docs/configuration.md'), 'utf8');
    const documented = [...text.matchAll(/^\| `([A-Z_]+)` \|/gm)].map((match) => match[1]);
    expect(documented).toEqual(Object.keys(environmentSchema.shape));
  });
});
