import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { describeAddress, parseStoreAddress } from "../../src/store/address.ts";
import { StoreError } from "../../src/store/error.ts";
import { connectionConfig } from "../../src/store/postgres/connection.ts";
import { postgresAddress } from "../support/stores.ts";

describe("the address of a store", () => {
  test("can be the path of an embedded store", () => {
    expect(parseStoreAddress("sqlite:var/safety.sqlite")).toEqual({ dialect: "sqlite", path: "var/safety.sqlite" });
  });

  test("can be a PostgreSQL database, with defaults for what its URL leaves out", () => {
    expect(parseStoreAddress("postgres://safety:secret@db/safety")).toEqual({
      dialect: "postgres",
      hosts: [{ host: "db", port: 5432 }],
      user: "safety",
      password: "secret",
      database: "safety",
      tls: undefined,
      applicationName: "safety",
      connectTimeoutMs: 2_000,
      serverOptions: undefined,
      preparedStatements: undefined,
    });
  });

  test.each([
    ["postgresql://db1,db2:5433,[::1]:5434/x", "PostgreSQL at db1:5432, db2:5433, [::1]:5434"],
    ["postgres:///x?host=db1,db2&port=6432", "PostgreSQL at db1:6432, db2:6432"],
    ["postgres:///x?host=db1,db2&port=6432,6433&target_session_attrs=read-write", "PostgreSQL at db1:6432, db2:6433"],
    ["postgres://u@%2Fvar%2Frun%2Fpostgresql/x", "PostgreSQL at /var/run/postgresql:5432"],
    ["postgres:///x?host=/var/run/postgresql&user=u&password=p", "PostgreSQL at /var/run/postgresql:5432"],
    ["postgres://u:p@/x", "PostgreSQL at localhost:5432"],
    ["sqlite:/srv/safety.sqlite", "sqlite:/srv/safety.sqlite"],
  ])("%s is shown as %s", (url, shown) => {
    expect(describeAddress(parseStoreAddress(url))).toBe(shown);
  });

  test("round-trips every user, password, database, and list of hosts", () => {
    const text = fc.string({ minLength: 1, unit: "binary" });
    const host = fc.record({ host: fc.domain(), port: fc.integer({ min: 1, max: 65_535 }) });
    const hosts = fc.array(host, { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(text, text, text, hosts, (user, password, database, hosts) => {
        const list = hosts.map(({ host, port }) => `${host}:${port}`).join(",");
        const [name, secret, base] = [user, password, database].map(encodeURIComponent);
        const parsed = parseStoreAddress(`postgres://${name}:${secret}@${list}/${base}`);
        expect(parsed).toMatchObject({ user, password, database, hosts });
      }),
    );
  });

  test.each([
    ["mysql://root:hunter2@db/x", "must be sqlite:PATH or postgres://"],
    ["sqlite:", "must be sqlite:PATH or postgres://"],
    ["postgres://", "must be sqlite:PATH or postgres://"],
    ["postgres://u:hunter2#@db/x", "has a # in it"],
    ["postgres://u:hunter2?@db/x", "has an unknown parameter"],
    ["postgres://u:hunter2%@db/x", "has a % that is not part of an encoded character"],
    ["postgres://u:hunter2@db:x/x", "has an invalid host"],
    ["postgres://u:hunter2@a:b:c/x", "has an invalid host"],
    ["postgres://u:hunter2@db:70000/x", "has a port that is not a number from 1 to 65535"],
    ["postgres://u:hunter2@db1,db2/x?port=1,2,3", "has a different number of ports than hosts"],
    ["postgres://u:hunter2@db/x?pool_size=3", "has the unknown parameter pool_size"],
    ["postgres://u:hunter2@db/x?channel_binding=require", "channel_binding, which is not supported"],
    ["postgres://u:hunter2@db/x?target_session_attrs=any", "other than read-write"],
    ["postgres://u:hunter2@db/x?target_session_attrs=standby", "other than read-write"],
    ["postgres://u:hunter2@db/x?connect_timeout=0", "has a connect_timeout that is not a number of seconds"],
    ["postgres://u:hunter2@db/x?prepared_statements=maybe", "has prepared_statements with a value other"],
    ["postgres://u:hunter2@db/x?sslmode=allow", "has an unknown sslmode"],
    ["postgres://u:hunter2@db/x?sslmode=verify-ca", "needs sslrootcert with sslmode=verify-ca"],
    ["postgres://u:hunter2@db/x?sslcert=/client.pem", "needs both sslcert and sslkey"],
    ["postgres://u:hunter2@db/x?sslnegotiation=maybe", "has an sslnegotiation other"],
  ])("%s is refused without repeating the password: %s", (url, message) => {
    const parse = () => parseStoreAddress(url);
    expect(parse).toThrow(StoreError);
    expect(parse).toThrow(message);
    expect(parse).not.toThrow("hunter2");
  });

  test.each([
    ["", undefined],
    ["?sslmode=disable", "disable"],
    ["?ssl=false", "disable"],
    ["?sslmode=no-verify", "no-verify"],
    ["?sslmode=prefer", "verify-full"],
    ["?sslmode=require", "verify-full"],
    ["?sslmode=verify-full", "verify-full"],
    ["?ssl=true", "verify-full"],
    ["?sslrootcert=/ca.pem", "verify-full"],
    ["?sslnegotiation=direct", "verify-full"],
    ["?sslmode=verify-ca&sslrootcert=/ca.pem", "verify-ca"],
  ])("with %p is encrypted as %p", (query, mode) => {
    expect<string | undefined>(postgresAddress(`postgres://db/x${query}`).tls?.mode).toBe(mode);
  });

  test("names the certificate that cannot be read", () => {
    const address = postgresAddress("postgres://db/x?sslrootcert=/no/such/ca.pem");
    expect(() => connectionConfig(address, address.hosts[0])).toThrow("sslrootcert of DATABASE_URL cannot be read");
  });
});
