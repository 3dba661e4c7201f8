import { BlockList, isIP } from 'node:net';

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

/**
 * Whether a service may refuse a valid webhook address all the same: the interface does not show whether plain HTTP
 * and addresses that only a private network reaches are allowed (section 7).
 */
export function mayBeRefused(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol !== 'https:' || isPrivate(hostname.replace(/^\[|\]$/g, ''));
}

function isPrivate(host: string): boolean {
  const family = isIP(host);
  if (family === 0) return !host.includes('.') || PRIVATE_NAMES.test(host);
  return PRIVATE.check(host, family === 4 ? 'ipv4' : 'ipv6');
}
