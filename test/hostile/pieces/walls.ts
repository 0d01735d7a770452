import type { Piece, PieceContext } from '../piece.ts';

/** Ways to what lies behind the walls, which are open to root unless its rights were taken. */
const WAYS: readonly ((hidden: string) => string)[] = [
  hidden => `umount ${hidden}; umount -l ${hidden}`,
  hidden => `mount --move ${hidden} .; mount -o remount,rw,bind /`,
  hidden => `mkdir up; mount --bind / up && cp -r up${hidden} up-copy`,
  hidden => `nsenter --mount=/proc/1/ns/mnt cp -r ${hidden} "$PWD/entered"`,
  hidden => `chroot /proc/1/root cp -r ${hidden} "$PWD/rooted"`,
  hidden => `unshare -Urm sh -c 'umount ${hidden}; mount -o remount,rw,bind /; cp -r ${hidden} unshared'`,
];

/** Takes the walls down, and then what is behind them. */
function wallsDown({ places, random, name }: PieceContext): string {
  const hidden = random.pick([
    `${places.home}/.password-store`,
    `${places.home}/.ssh`,
    `${places.root}/private`,
  ]);
  return [
    `mkdir -p ${name} && cd ${name}`,
    `(${random.pick(WAYS)(hidden)}) 2> /dev/null`,
    `cp -r ${hidden} seen 2> /dev/null; rm -rf seen/.git`,
    `: 2> /dev/null > ${places.canaries}/${name}`,
    'true',
  ].join('\n');
}

export const WALLS: readonly Piece[] = [{ name: 'walls-down', confined: true, shell: wallsDown }];
