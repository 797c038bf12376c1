/** @jsxImportSource hono/jsx */
import { CodeBlock } from "../code-block.tsx";
import { lookUpPath } from "../request-line.ts";
import type { ClientNames } from "../services.ts";
import { URLS } from "../urls.ts";
import { httpSettings } from "./assistants.tsx";
import { AnswerBlock, Example } from "./example.tsx";
import { clientAddress, type Guide } from "./guide.ts";
import { programsFor, python, typescript } from "./programs.ts";

const CITY = "Irvine";

export const quickStart: Guide = {
  path: URLS.quickStart,
  title: "Quick start",
  description: "Get an answer in your own program in two minutes: curl, TypeScript, Python, Go, or an assistant.",
  content: (view) => {
    const { places, baseUrl, clients } = view;
    return (
      <>
        <h2>1. Get a key</h2>
        <p>
          <a href={URLS.signUp}>Create an account</a>, then create a test key under{" "}
          <a href={URLS.keys}>Dashboard, API Keys</a>. If you started the server yourself, it printed a first test key.
          Test keys are free: 100 requests a day.
        </p>
        <p>Keep the key in an environment variable, not in code. Replace this key with yours:</p>
        <CodeBlock id="key" label="Command that sets the key" text="export SAFETY_API_KEY=svc_test_…" />
        <h2>2. Send the first request</h2>
        <Example
          id="curl"
          language="curl"
          code={`curl -H "X-API-Key: $SAFETY_API_KEY" "${baseUrl}${lookUpPath("city", CITY)}"`}
        />
        <AnswerBlock label={`The answer for ${CITY}`} value={JSON.parse(places.city(CITY)?.answer.body ?? "null")} />
        <h2>3. Use it from TypeScript</h2>
        <p>In a new folder, install the client. This server provides a matching version, which has no dependencies.</p>
        <CodeBlock id="install" label="Commands that install the client" text={installCommand(baseUrl, clients)} />
        <p>
          Write <code>city.mts</code>:
        </p>
        <Example id="file" language="typescript" code={cityFile(baseUrl)} />
        <p>
          Run it with Bun, with Node 22.18 or newer (<code>node city.mts</code>), or with Node 20.3 or newer:
        </p>
        <CodeBlock id="run" label="Command that runs the file" text="npx --yes tsx city.mts" />
        <p>
          Your editor completes every field of <code>place.record</code>, and <code>process</code> too after{" "}
          <code>npm install --save-dev @types/node</code>. For more, see the guide to the{" "}
          <a href={URLS.typescriptClient}>TypeScript client</a>.
        </p>
        <h2>4. Or from Python</h2>
        <p>The client is one file that needs only the standard library. Save it in the folder of your program:</p>
        <CodeBlock
          id="python-install"
          label="Command that fetches the Python client"
          text={`curl --output safety_statistics.py ${clientAddress(baseUrl, clients.python)}`}
        />
        <Example id="python" language="python" code={pythonFile(baseUrl)} />
        <p>
          For more, see the guide to the <a href={URLS.pythonClient}>Python client</a>.
        </p>
        <h2>5. Or from Go</h2>
        <p>
          You need only the standard library. Write <code>main.go</code> and run it with <code>go run main.go</code>:
        </p>
        <Example id="go" language="go" code={programsFor(view, "getCity").go} />
        <h2>6. Or from an assistant</h2>
        <p>An assistant that speaks the Model Context Protocol takes these settings. Replace this key with yours:</p>
        <CodeBlock id="assistant" label="Settings of an assistant" text={httpSettings(baseUrl)} />
        <p>
          Then ask it for the safety score of {CITY}. For more, see the guide to{" "}
          <a href={URLS.assistants}>assistants</a>.
        </p>
        <h2>7. Next steps</h2>
        <ul>
          <li>
            A city that is not in the dataset is not an error. Its answer is <code>found: false</code>. Look up its
            county then, or go <a href={URLS.address}>from an address, a ZIP code, or a neighborhood to a score</a>.
          </li>
          <li>
            For production, create a live key. It counts toward the <a href={URLS.limits}>monthly quota</a>.
          </li>
          <li>
            Read the <a href={URLS.terms}>terms and cautions</a> before you show a grade to anyone.
          </li>
        </ul>
      </>
    );
  },
};

export function installCommand(baseUrl: string, { typescript }: ClientNames): string {
  return `npm install ${clientAddress(baseUrl, typescript)}`;
}

function cityFile(baseUrl: string): string {
  return typescript(
    baseUrl,
    `const place = await client.cityOrCounty("${CITY}", "Orange");`,
    'if (place) console.log(place.kind, place.record.grade, "score", place.record.safety_score);',
    'else console.log("not in the dataset");',
  );
}

function pythonFile(baseUrl: string): string {
  return python(
    baseUrl,
    `city = client.city("${CITY}")`,
    "if city:",
    '    print(city["grade"], "score", city["safety_score"], city["data_year"])',
    "else:",
    '    print("not in the dataset")',
  );
}
