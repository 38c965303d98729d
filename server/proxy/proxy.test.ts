import { describe, expect, it, vi } from 'vitest';
import { makeTestApp } from '../testing/test-app.ts';
import { findUntrustedProxy } from './sightings.ts';

const forwarded = { 'x-forwarded-for': '203.0.113.9' };
const proxy = '10.0.0.5';
const visitor = '198.51.100.7';
const day = 24 * 60 * 60 * 1000;
const notice = '/api/admin/untrusted-proxy';

describe('a proxy that nobody told us about', () => {
  it.each(['x-forwarded-for', 'forwarded', 'x-real-ip', 'via', 'cf-connecting-ip'])(
    'is recognised by the %s of an administrator’s own request',
    async (header) => {
      const { signUp } = await makeTestApp();
      const admin = await signUp('admin');
      const options = { remoteAddress: proxy, headers: { [header]: 'whatever' } };
      expect((await admin.get(notice, { remoteAddress: visitor })).json()).toEqual({ proxy: null });
      expect((await admin.get(notice, options)).json()).toEqual({ proxy: { address: proxy } });
    },
  );

  it('is told once in the log, kept for the next start and for other servers, and forgotten after a day', async () => {
    const { advance, context, log, makeClient, signUp } = await makeTestApp();
    const admin = await signUp('admin');
    const options = { remoteAddress: '127.0.0.1', headers: forwarded };
    for (let i = 0; i < 3; i += 1) await makeClient().get('/api/me', options);
    expect(log.filter((line) => line.includes('set TRUST_PROXY=loopback'))).toHaveLength(1);
    await vi.waitFor(async () =>
      expect(await findUntrustedProxy(context, null)).toEqual({ address: 'loopback' }),
    );
    const seen = () => admin.get(notice, { remoteAddress: visitor }).then((response) => response.json());
    expect(await seen()).toEqual({ proxy: { address: 'loopback' } });
    advance(day - 1);
    expect(await seen()).toEqual({ proxy: { address: 'loopback' } });
    advance(1);
    expect(await seen()).toEqual({ proxy: null });
    // Nothing of what the header said was taken down anywhere.
    expect(log.join('')).not.toContain(forwarded['x-forwarded-for']);
  });

  it('cannot be made up by a visitor or a contestant', async () => {
    const { context, log, makeClient, signUp } = await makeTestApp();
    const contestant = await signUp('user');
    for (const remoteAddress of [visitor, '192.168.1.20'])
      for (const client of [makeClient(), contestant])
        for (const url of ['/api/me', '/', '/api/problems'])
          await client.get(url, { remoteAddress, headers: forwarded });
    expect(await findUntrustedProxy(context, null)).toBeNull();
    expect(log.join('')).not.toContain('TRUST_PROXY');
  });

  it('is no matter when TRUST_PROXY is set, and supposed when PUBLIC_URL says https', async () => {
    const trusting = await makeTestApp({ TRUST_PROXY: [proxy] });
    const admin = await trusting.signUp('admin');
    const options = { remoteAddress: proxy, headers: forwarded };
    expect((await admin.get(notice, options)).json()).toEqual({ proxy: null });
    const { context } = await makeTestApp({ PUBLIC_URL: 'https://judge.example.org' });
    expect(await findUntrustedProxy(context, null)).toEqual({ address: null });
  });
});
