import { RPCLink } from '@orpc/client/websocket';
import { bearerFor, forgetBearer, isRefused, takeToken } from './access.ts';
import { Refused, type Channel, type Transport } from './channel.ts';
import { patience } from './connection.ts';

/** A browser tab: the sidecar that served this page, over one WebSocket. */
export function socketTransport(): Transport {
  let token = takeToken();
  return {
    async open() {
      const bearer = await bearerFor(token);
      token = null;
      const scheme = window.location.protocol === 'https:' ? 'wss' : 'ws';
      const socket = new WebSocket(`${scheme}://${window.location.host}/rpc`, ['engram', `bearer.${bearer}`]);
      socket.binaryType = 'arraybuffer';
      try {
        return await opened(socket);
      } catch (error) {
        if (await isRefused(bearer)) {
          forgetBearer();
          throw new Refused('The access token is not accepted.', { cause: error });
        }
        throw error;
      }
    },
  };
}

function opened(socket: WebSocket): Promise<Channel> {
  return new Promise((resolve, reject) => {
    const link = new RPCLink({ websocket: socket });
    const closed = new Promise<void>((done) => socket.addEventListener('close', () => done()));
    const silent = setTimeout(() => socket.close(), patience);
    socket.addEventListener('open', () => {
      clearTimeout(silent);
      resolve({ link, closed, takes: () => socket.readyState === WebSocket.OPEN });
    });
    socket.addEventListener('error', () => reject(new Error('The socket did not open.')));
    socket.addEventListener('close', () => reject(new Error('The socket was closed.')));
  });
}
