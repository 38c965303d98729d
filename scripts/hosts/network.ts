/**
 * A network of hosts on one machine: each is a network namespace with one cable to a common switch, which is a
 * namespace too, so nothing of it touches the machine's own network but the tester's cable. Pulling a cable means
 * taking down the switch's port: packets vanish, and no end is told.
 */
import { execFileSync } from 'node:child_process';
import { randomBytes, randomInt } from 'node:crypto';

export interface Host {
  readonly name: string;
  readonly address: string;
  /** The command that runs the rest of its arguments on this host, under its name. */
  readonly within: readonly string[];
  pullCable(): void;
  plugIn(): void;
}

export interface Network {
  /** The addresses of all hosts. */
  readonly subnet: string;
  addHost(name: string): Host;
  remove(): void;
}

/** Why this machine cannot have such a network, or null. */
export function whyNoNetwork(): string | null {
  if (process.getuid?.() !== 0) return 'network namespaces need root';
  const probe = `minos-probe-${randomBytes(3).toString('hex')}`;
  try {
    ip('netns', 'add', probe);
    ip('netns', 'delete', probe);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

export function makeNetwork(): Network {
  // An interface's name has at most 15 characters.
  const prefix = `mn${randomBytes(3).toString('hex')}`;
  // From the addresses that are set aside for testing networks.
  const base = `198.${18 + randomInt(2)}.${randomInt(256)}`;
  const namespaces: string[] = [];
  const addNamespace = (name: string) => {
    const namespace = `${prefix}-${name}`;
    ip('netns', 'add', namespace);
    namespaces.push(namespace);
    ip('-n', namespace, 'link', 'set', 'lo', 'up');
    return namespace;
  };

  const addSwitch = () => {
    const hub = addNamespace('switch');
    ip('-n', hub, 'link', 'add', 'bridge', 'type', 'bridge');
    ip('-n', hub, 'link', 'set', 'bridge', 'up');
    ip('link', 'add', `${prefix}-test`, 'type', 'veth', 'peer', 'name', 'tester', 'netns', hub);
    ip('address', 'add', `${base}.1/24`, 'dev', `${prefix}-test`);
    ip('link', 'set', `${prefix}-test`, 'up');
    ip('-n', hub, 'link', 'set', 'tester', 'master', 'bridge', 'up');
    return hub;
  };

  const remove = () => {
    // The tester's cable goes with its other end.
    for (const namespace of namespaces.splice(0)) ip('netns', 'delete', namespace);
  };

  try {
    const hub = addSwitch();
    return {
      subnet: `${base}.0/24`,
      addHost(name) {
        const address = `${base}.${namespaces.length + 1}`;
        const namespace = addNamespace(name);
        ip('-n', namespace, 'link', 'add', 'eth0', 'type', 'veth', 'peer', 'name', name, 'netns', hub);
        ip('-n', namespace, 'address', 'add', `${address}/24`, 'dev', 'eth0');
        ip('-n', namespace, 'link', 'set', 'eth0', 'up');
        ip('-n', hub, 'link', 'set', name, 'master', 'bridge', 'up');
        return {
          name,
          address,
          // Not `ip netns exec`: it hides the machine's control groups, which the sandbox uses.
          within: ['nsenter', `--net=/run/netns/${namespace}`, 'unshare', '--uts', ...underName(name)],
          pullCable: () => ip('-n', hub, 'link', 'set', name, 'down'),
          plugIn: () => ip('-n', hub, 'link', 'set', name, 'up'),
        };
      },
      remove,
    };
  } catch (error) {
    remove();
    throw error;
  }
}

function underName(name: string): string[] {
  return ['sh', '-c', 'hostname "$0" && exec "$@"', name];
}

function ip(...args: string[]): void {
  execFileSync('ip', args, { stdio: ['ignore', 'ignore', 'pipe'] });
}
