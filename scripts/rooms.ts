/** A folder of `src`: its contents, and what it may import besides its own files. */
export interface Room {
  readonly purpose: string;
  /** Rooms that it may import: completely, or only the listed files. Applies to types and values. */
  readonly rooms: Readonly<Record<string, "all" | readonly string[]>>;
  /** Packages, without their subpaths. `node` stands for the runtime's own modules under `node:`. */
  readonly packages: readonly string[];
}

/**
 * The only list of rooms. `scripts/write-rooms.ts` generates `biome.rooms.json` and the table in ARCHITECTURE.md from
 * it.
 */
export const ROOMS: Readonly<Record<string, Room>> = {
  domain: {
    purpose:
      "shared types and rules: records, the grade table, explanations, cautions, name folding, plans, windows, problem codes, `Clock`",
    rooms: {},
    packages: ["zod"],
  },
  threads: {
    purpose: "worker threads for work that would block the event loop",
    rooms: { domain: ["message.ts"] },
    packages: ["node"],
  },
  dataset: {
    purpose:
      "`model/`: rates, complete years, and scores from counts, residents, and a yardstick; a folder for each edition, with the readers of its official formats",
    rooms: {
      domain: "all",
      places: ["california/alias.ts", "file.ts", "geography-tables.ts", "seal.ts", "nation-file.ts", "distance.ts"],
    },
    packages: [
      "@e965/xlsx",
      "csv-parse",
      "csv-stringify",
      "d3-polygon",
      "geojson",
      "node",
      "read-excel-file",
      "simplify-js",
      "topojson-client",
      "topojson-server",
      "topojson-specification",
      "zod",
    ],
  },
  places: {
    purpose:
      "the dataset file, the places of a dataset by name with their answers, search, and the place at a point or ZIP code",
    rooms: { domain: "all" },
    packages: ["node", "topojson-specification"],
  },
  access: {
    purpose: "API keys (create, parse, digest), admission, and the store interface that it needs",
    rooms: { domain: "all" },
    packages: ["node"],
  },
  accounts: {
    purpose: "sign-up, sessions, an account's keys, plan, and usage, and the store interfaces that it needs",
    rooms: { access: "all", domain: "all", threads: "all" },
    packages: ["@zxcvbn-ts/core", "@zxcvbn-ts/language-common", "better-auth", "node", "nodemailer", "zod"],
  },
  webhooks: {
    purpose: "sending an account's events to its webhook: which addresses are allowed, one request, rounds",
    rooms: { access: ["allowed-addresses.ts"], accounts: ["account.ts", "webhook.ts"], domain: "all" },
    packages: ["node", "standardwebhooks"],
  },
  corrections: {
    purpose: "visitors' reports about figures, the operator's answers, and the store interface that they need",
    rooms: { accounts: ["mail.ts"], domain: "all" },
    packages: [],
  },
  store: {
    purpose:
      "all SQL: connecting, finding the primary, migrations, admission, keys, accounts, usage; a folder for each dialect",
    rooms: { access: "all", accounts: "all", corrections: ["correction.ts", "figure.ts"], domain: "all" },
    packages: ["bun:sqlite", "kysely", "node", "pg", "pg-connection-string"],
  },
  api: {
    purpose:
      "the table of operations (`operations.ts`) and their descriptions (`operations/`), the `/v1` handlers, problems as HTTP answers, the committed OpenAPI document (`scripts/openapi` writes it), health checks",
    rooms: { access: "all", domain: "all", places: "all" },
    packages: ["csv-stringify", "jsonc-parser", "negotiator", "node", "yaml", "zod"],
  },
  mcp: {
    purpose: "tools for assistants (Model Context Protocol) over streamable HTTP and stdio",
    rooms: {
      access: "all",
      api: [
        "body.ts",
        "compression.ts",
        "description.ts",
        "operation.ts",
        "operations.ts",
        "path.ts",
        "problem.ts",
        "refusal.ts",
        "state-parameter.ts",
      ],
      domain: "all",
      places: "all",
    },
    packages: ["@modelcontextprotocol/server", "node", "zod"],
  },
  site: {
    purpose:
      "pages: `http/` from a request to bytes; `ui/` layout, forms, tables, style, scripts; `charts/`; `explore/` and `downloads/`; `docs/` and `home/`; `account/` sign-in and the dashboard",
    rooms: {
      access: "all",
      accounts: "all",
      api: ["body.ts", "compression.ts", "description.ts", "operation.ts", "operations.ts", "path.ts", "problem.ts"],
      domain: "all",
      mcp: ["compare-tool.ts"],
      corrections: "all",
      places: "all",
      threads: ["answer-tasks.ts", "task-thread.ts"],
      webhooks: ["endpoint.ts"],
    },
    packages: [
      "@safety-statistics/client",
      "csv-parse",
      "csv-stringify",
      "d3-geo",
      "d3-scale",
      "d3-shape",
      "geojson",
      "hono",
      "hyparquet-writer",
      "marked",
      "negotiator",
      "node",
      "qr",
      "topojson-client",
      "topojson-specification",
      "@fontsource-variable/public-sans",
      "simplify-js",
      "@takumi-rs/wasm",
      "zod",
    ],
  },
};

/** The room that composes the others: it may import everything. */
export const COMPOSITION_ROOM = {
  name: "main",
  purpose: "configuration (the only code that reads the environment), composition, the server, the `safety` command",
} as const;

/** The linter's configuration: forbids each room's imports except those that its entry allows. */
export function roomRules(): string {
  const overrides = Object.entries(ROOMS).map(([name, room]) => ({
    includes: [`src/${name}/**`],
    linter: {
      rules: {
        style: {
          noRestrictedImports: {
            level: "error",
            options: {
              patterns: [
                {
                  group: allowedImports(name, room),
                  message: `${name} may import ${mayImport(room)} (scripts/rooms.ts).`,
                },
              ],
            },
          },
        },
      },
    },
  }));
  return `${JSON.stringify({ overrides }, null, 2)}\n`;
}

/** The last matching pattern decides, as in a .gitignore file; `!` allows. */
function allowedImports(name: string, { rooms, packages }: Room): readonly string[] {
  const others = [...Object.keys(ROOMS), COMPOSITION_ROOM.name, "research"].filter((other) => other !== name);
  const allowedFiles = Object.entries(rooms).flatMap(([other, files]) =>
    files === "all" ? [`!**/${other}/**`] : files.map((file) => `!**/${other}/${file}`),
  );
  const allowedPackages = packages.flatMap((entry) =>
    entry === "node" ? ["!node:*", "!node:*/*"] : [`!${entry}`, `!${entry}/**`],
  );
  return ["**", "!./**", "!../**", ...others.map((other) => `../**/${other}/**`), ...allowedFiles, ...allowedPackages];
}

/** The rooms of ARCHITECTURE.md as a Markdown table. */
export function roomTable(): string {
  const rooms = [...Object.entries(ROOMS), [COMPOSITION_ROOM.name, COMPOSITION_ROOM] as const];
  return [
    "| room | contents |",
    "|---|---|",
    ...rooms.map(([name, { purpose }]) => `| \`src/${name}/\` | ${purpose} |`),
  ].join("\n");
}

function mayImport({ rooms, packages }: Room): string {
  const ownRooms = Object.entries(rooms).flatMap(([other, files]) =>
    files === "all" ? [other] : files.map((file) => `${other}/${file.replace(/\.ts$/, "")}`),
  );
  return [...ownRooms, ...packages.map((entry) => (entry === "node" ? "node:*" : entry))].join(", ");
}
