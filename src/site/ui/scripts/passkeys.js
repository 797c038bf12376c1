// Asks the browser for a passkey when a form with data-passkey is sent, and sends its answer with the form.
const FAILED = "No passkey was used. Try again, or use another way.";
const MISSING = "This browser cannot use passkeys.";

async function answerOf({ dataset: { passkey, options } }) {
  const asked = JSON.parse(options);
  if (passkey === "create") {
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(asked);
    return await navigator.credentials.create({ publicKey });
  }
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(asked);
  return await navigator.credentials.get({ publicKey });
}

function setUp(form) {
  const status = form.querySelector("[role=status]");
  if (!globalThis.PublicKeyCredential?.parseRequestOptionsFromJSON) {
    status.textContent = MISSING;
    return;
  }
  status.textContent = "";
  form.querySelector("[type=submit]").disabled = false;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      form.elements.credential.value = JSON.stringify(await answerOf(form));
      // Without the event, which this function handles.
      form.submit();
    } catch {
      // The holder may have closed the browser's question.
      status.textContent = FAILED;
    }
  });
}

for (const form of document.querySelectorAll("form[data-passkey]")) setUp(form);
