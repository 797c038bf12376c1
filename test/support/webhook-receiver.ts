import { Webhook } from "standardwebhooks";
import { Networks } from "../../src/access/allowed-addresses.ts";
import { stopAtEnd } from "./stop-at-end.ts";

export const LOOPBACK = new Networks("127.0.0.0/8 ::1");

export interface ReceivedMessage {
  readonly id: string;
  readonly type: string;
  readonly data: unknown;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A customer's server on loopback, which keeps the messages that it receives. */
export interface WebhookReceiver {
  readonly url: string;
  readonly messages: readonly ReceivedMessage[];
  /** How it answers from now on; 204 at first. */
  answerWith(answer: (message: ReceivedMessage) => Response | Promise<Response>): void;
  stop(): Promise<void>;
}

/** Stops at the end of the test or file. */
export function startWebhookReceiver(port = 0): WebhookReceiver {
  const messages: ReceivedMessage[] = [];
  let answer = (_: ReceivedMessage): Response | Promise<Response> => new Response(null, { status: 204 });
  const server = Bun.serve({
    port,
    hostname: "127.0.0.1",
    async fetch(request) {
      const body = await request.text();
      const headers = Object.fromEntries(request.headers);
      const message = { id: headers["webhook-id"] ?? "", headers, body, ...JSON.parse(body) };
      messages.push(message);
      return answer(message);
    },
  });
  const stop = () => server.stop(true);
  stopAtEnd(stop);
  return {
    url: `http://127.0.0.1:${server.port}/hooks/safety`,
    messages,
    answerWith(next) {
      answer = next;
    },
    stop,
  };
}

/** The message as the receiver's own library reads it. @throws if the signature is wrong or too old */
export function verified({ body, headers }: ReceivedMessage, secret: string): unknown {
  return new Webhook(secret).verify(body, headers);
}
