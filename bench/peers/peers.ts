import type { DataSet } from '../data-set/data-set.ts';
import { startLite } from './lite.ts';
import { startParse } from './parse.ts';
import type { Peer } from './peer.ts';
import { startPostGraphile } from './postgraphile.ts';

/** The folders of the peers, with their packages. */
export const peerFolders = ['lite', 'postgraphile', 'parse'].map((name) => `bench/peers/${name}`);

/** Installs what is missing, prepares the database and starts them all; each ends with `opened`. */
export async function startPeers(dataSet: DataSet, opened: AsyncDisposableStack): Promise<Peer[]> {
  const peers: Peer[] = [];
  for (const open of [startLite, startPostGraphile, startParse]) {
    const peer = await open(dataSet);
    opened.use(peer.server);
    peers.push(peer);
  }
  return peers;
}
