// The city tool without sessions, as in the SDK's own examples: Express, and a new server for each message.
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import express from "express";
import { z } from "zod";
import { openCount } from "./count.mjs";
import { readFixture, recordsByCity } from "./fixture.mjs";

const { port, database, keys, cities } = readFixture();
const records = recordsByCity(cities);
const count = openCount(database, keys);

function createServer() {
  const server = new McpServer({ name: "peer", version: "1.0.0" });
  server.registerTool(
    "city",
    { title: "City", description: "Record of a city", inputSchema: { name: z.string() } },
    ({ name }) => ({
      content: [{ type: "text", text: JSON.stringify(records.get(name) ?? null) }],
    }),
  );
  return server;
}

const app = express();
app.use(express.json());
app.post("/mcp", async (request, response) => {
  if (!count(request.get("x-api-key"))) return response.status(403).json({ error: "forbidden" });
  const server = createServer();
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined, enableJsonResponse: true });
  response.on("close", () => {
    transport.close();
    server.close();
  });
  await server.connect(transport);
  await transport.handleRequest(request, response, request.body);
});
app.listen(port, "127.0.0.1");
