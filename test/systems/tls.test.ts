import { afterAll, describe, expect, test } from "bun:test";
import { chmodSync, chownSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Hosts } from "../../src/store/postgres/hosts.ts";
import { outputOf } from "../support/command.ts";
import { SERVER_USER, serverFolder, startPostgres } from "../support/postgres.ts";
import { postgresAddress } from "../support/stores.ts";

const NEW_KEY = "-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes";
const folder = serverFolder("certificates");
await makeAuthority("ca");
await makeAuthority("other-ca");
await makeCertificate("server", "subjectAltName=DNS:localhost");
await makeCertificate("client", "extendedKeyUsage=clientAuth");
const files = ["ssl_cert_file=server.pem", "ssl_key_file=server.key", "ssl_ca_file=ca.pem"];
const settings = ["ssl=on", ...files.map((file) => file.replace("=", `=${folder}/`))];
const postgres = await startPostgres({ settings });
afterAll(() => postgres.stop());

/** Runs a command without spaces in its arguments. */
async function openssl(command: string): Promise<void> {
  await outputOf(["openssl", ...command.split(" ")], { cwd: folder });
}

async function makeAuthority(name: string): Promise<void> {
  await openssl(`req -x509 ${NEW_KEY} -days 2 -subj /CN=${name} -keyout ${name}.key -out ${name}.pem`);
}

/** Signed by `ca`. The key file must be private to its owner, or the server would refuse it. */
async function makeCertificate(name: string, extension: string): Promise<void> {
  writeFileSync(join(folder, `${name}.ext`), extension);
  await openssl(`req ${NEW_KEY} -subj /CN=${name} -keyout ${name}.key -out ${name}.csr`);
  const authority = "-CA ca.pem -CAkey ca.key -CAcreateserial";
  await openssl(`x509 -req -in ${name}.csr -days 2 ${authority} -extfile ${name}.ext -out ${name}.pem`);
  const key = join(folder, `${name}.key`);
  chmodSync(key, 0o600);
  if (SERVER_USER.uid !== undefined) chownSync(key, SERVER_USER.uid, SERVER_USER.gid);
}

interface Encryption {
  readonly ssl: boolean;
  readonly client: string | null;
}

/** The encryption of a connection as the server sees it. `HERE` is replaced with the folder of the certificates. */
async function encryptionWith(host: string, parameters: string): Promise<Encryption> {
  const query = parameters.replaceAll("HERE", encodeURIComponent(folder));
  const address = postgresAddress(`postgres://postgres@${host}:${postgres.port}/postgres${query}`);
  const client = await new Hosts(address).connect(address.hosts[0]);
  const sql = "SELECT ssl, client_dn AS client FROM pg_stat_ssl WHERE pid = pg_backend_pid()";
  const { rows } = await client.query<Encryption>(sql);
  await client.end();
  return rows[0] ?? { ssl: false, client: null };
}

describe("a connection to PostgreSQL", () => {
  test.each(["", "?sslmode=disable"])("with %p is not encrypted", async (parameters) => {
    expect(await encryptionWith("localhost", parameters)).toEqual({ ssl: false, client: null });
  });

  test.each([
    ["no-verify, whatever the certificate", "127.0.0.1", "?sslmode=no-verify"],
    ["verify-ca, whatever the name", "127.0.0.1", "?sslmode=verify-ca&sslrootcert=HERE/ca.pem"],
    ["verify-full", "localhost", "?sslmode=verify-full&sslrootcert=HERE/ca.pem"],
    ["require", "localhost", "?sslmode=require&sslrootcert=HERE/ca.pem"],
    ["a root certificate alone", "localhost", "?sslrootcert=HERE/ca.pem"],
    ["TLS from the first byte", "localhost", "?sslnegotiation=direct&sslrootcert=HERE/ca.pem"],
  ])("with %s is encrypted", async (_, host, parameters) => {
    expect(await encryptionWith(host, parameters)).toEqual({ ssl: true, client: null });
  });

  test.each([
    ["verify-full, another name", "127.0.0.1", "?sslmode=verify-full&sslrootcert=HERE/ca.pem"],
    ["require, another name", "127.0.0.1", "?sslmode=require&sslrootcert=HERE/ca.pem"],
    ["require, with an untrusted authority", "localhost", "?sslmode=require"],
    ["verify-full, another authority", "localhost", "?sslmode=verify-full&sslrootcert=HERE/other-ca.pem"],
    ["verify-ca, another authority", "localhost", "?sslmode=verify-ca&sslrootcert=HERE/other-ca.pem"],
  ])("with %s is refused", async (_, host, parameters) => {
    await expect(encryptionWith(host, parameters)).rejects.toThrow(/certificate|altnames|self.signed/i);
  });

  test("presents its own certificate if it has one", async () => {
    const parameters = "?sslmode=verify-full&sslrootcert=HERE/ca.pem&sslcert=HERE/client.pem&sslkey=HERE/client.key";
    expect(await encryptionWith("localhost", parameters)).toEqual({ ssl: true, client: "/CN=client" });
  });
});
