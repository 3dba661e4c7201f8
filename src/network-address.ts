import { BlockList, isIP } from 'node:net';

/** Whether traffic to a host, as `URL.hostname` names it, stays on the machine. */
export function isLoopback(host: string): boolean {
  return (
    host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127(\.[0-9]+){3}$/.test(host)
  );
}

const PRIVATE = new BlockList();
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  PRIVATE.addSubnet(net, bits);
PRIVATE.addAddress('::1', 'ipv6');
PRIVATE.addSubnet('fc00::', 7, 'ipv6');
PRIVATE.addSubnet('fe80::', 10, 'ipv6');

const PRIVATE_NAMES = /(^|\.)(localhost|local|internal|lan|home\.arpa|test|example|invalid)$/;

/** Whether only a private network reaches a host, as `URL.hostname` names it. */
export function isPrivate(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '');
  const family = isIP(host);
  if (family === 0) return !host.includes('.') || PRIVATE_NAMES.test(host);
  return PRIVATE.check(host, family === 4 ? 'ipv4' : 'ipv6');
}
