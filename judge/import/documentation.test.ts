import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { limits } from '#contract/limits.ts';
import { readManifest } from './manifest.ts';
import { namingRules } from './naming-rules.ts';

const documentation = await readFile(new URL('../../docs/test-archives.md', import.meta.url), 'utf8');

test('the documentation for staff shows every way to name files', () => {
  for (const { input, answer } of namingRules.map(({ example }) => example)) {
    expect(documentation).toContain(`| \`${input}\` | \`${answer}\``);
  }
});

test('its manifests are ones that are accepted', () => {
  const manifests = [...documentation.matchAll(/```yaml\n(.*?)```/gs)].map(([, yaml = '']) => yaml);
  expect(manifests.length).toBeGreaterThan(0);
  for (const yaml of manifests) expect(() => readManifest('minos.yaml', Buffer.from(yaml))).not.toThrow();
});

test('it names the limits in force', () => {
  const megabytes = (bytes: number) => `${(bytes / (1024 * 1024)).toLocaleString('en')} MB |`;
  expect(documentation).toContain(`| The ZIP file | ${megabytes(limits.archiveMaxBytes)}`);
  expect(documentation).toContain(`in it | ${limits.archiveMaxEntries.toLocaleString('en')} |`);
  expect(documentation).toContain(`| One file, unpacked | ${megabytes(limits.archiveMaxFileBytes)}`);
  expect(documentation).toContain(`| All files, unpacked | ${megabytes(limits.archiveMaxUnpackedBytes)}`);
  expect(documentation).toContain(`${limits.archiveMaxRatio.toLocaleString('en')} to 1`);
});
