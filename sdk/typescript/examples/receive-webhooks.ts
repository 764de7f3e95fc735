import { createServer } from "node:http";
import { buffer } from "node:stream/consumers";
import { verifyWebhook } from "@merchant-wallet/sdk/webhooks";

// A receiver of webhooks: verifies, answers, and only then works.
const { SIGNING_SECRET = "", PORT = "8080" } = process.env;

// In production, use a table with a unique column and insert the ID in the transaction that handles the event.
const seen = new Set<string>();

const server = createServer(async (request, response) => {
  try {
    const body = await buffer(request);
    const { event, data, eventId } = await verifyWebhook({ body, headers: request.headers, secret: SIGNING_SECRET });
    if (event === "endpoint.challenge") return void response.writeHead(200).end(data.challenge);
    response.writeHead(204).end();
    if (seen.has(eventId)) return;
    seen.add(eventId);
    console.log("event", event);
  } catch {
    response.writeHead(401).end();
  }
});
server.listen(Number(PORT), () => console.log("listening"));
