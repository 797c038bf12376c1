/** @jsxImportSource hono/jsx */
import { type Child, createContext, type PropsWithChildren, useContext } from "hono/jsx";
import { CSRF_FIELD } from "./csrf.ts";
import { Icon } from "./icons.tsx";

/** The errors of a form: a sentence for each field's name. Empty if there are none. */
export type FieldErrors = Readonly<Record<string, string>>;

/** What a form that is shown again has: its errors, and what was typed, by the names of the fields. */
export interface FormState {
  readonly errors: FieldErrors;
  readonly typed: ReadonlyMap<string, string>;
}

/** What all forms below its provider have: their state, and the token of their CSRF field. */
export const Forms = createContext<FormState & { readonly csrfToken: string }>({
  errors: {},
  typed: new Map(),
  csrfToken: "",
});

interface FormProps {
  readonly action: string;
  readonly class?: string;
  /** The label of the button at the end; without one, the form's content has its buttons. */
  readonly submit?: string;
  readonly isDangerous?: boolean;
  /** Where a page that asks for confirmation leads if the form is not sent. */
  readonly back?: readonly [href: string, text: string];
  /** For `scripts/passkeys.js`. */
  readonly "data-passkey"?: "create" | "get";
  readonly "data-options"?: string;
}

/** A POST form with its CSRF token. The server validates, so every browser shows the same messages. */
export function PostForm(props: PropsWithChildren<FormProps>) {
  const { action, submit, isDangerous = false, back, children, ...rest } = props;
  const button = submit ? (
    <button type="submit" class={isDangerous ? "danger" : "primary"}>
      {submit}
    </button>
  ) : null;
  return (
    <form method="post" action={action} novalidate {...rest}>
      <input type="hidden" name={CSRF_FIELD} value={useContext(Forms).csrfToken} />
      {children}
      {back ? (
        <div class="actions">
          {button}
          <a class="button" href={back[0]}>
            {back[1]}
          </a>
        </div>
      ) : (
        button
      )}
    </form>
  );
}

export function PrimaryLink({ href, children }: PropsWithChildren<{ readonly href: string }>) {
  return (
    <a class="button primary" href={href}>
      {children}
    </a>
  );
}

interface FieldProps {
  readonly name: string;
  readonly label: string;
  readonly type?: "text" | "email" | "password" | "date" | "search";
  /** As long as nothing was typed. */
  readonly value?: string;
  /** Whether what was typed is not shown again; by default a password. */
  readonly isSecret?: boolean;
  readonly hint?: Child;
  readonly autocomplete?: string;
  readonly inputmode?: "numeric";
  readonly maxlength?: number;
  readonly optional?: boolean;
}

/** An input with its label, hint, and error, linked for screen readers. */
export function Field(props: FieldProps) {
  const { name, label, hint, type = "text", optional, value = "", isSecret = type === "password", ...input } = props;
  const { errors, typed } = useContext(Forms);
  return (
    <LabeledField name={name} label={label} hint={hint}>
      <input
        id={name}
        name={name}
        type={type}
        required={!optional}
        aria-invalid={errors[name] ? "true" : undefined}
        aria-describedby={describedBy(name, hint, errors)}
        {...input}
        value={isSecret ? undefined : (typed.get(name) ?? value)}
      />
    </LabeledField>
  );
}

type TextAreaProps = Pick<FieldProps, "name" | "label" | "hint" | "value" | "maxlength">;

export function TextArea({ name, label, hint, value = "", maxlength }: TextAreaProps) {
  const { errors, typed } = useContext(Forms);
  return (
    <LabeledField name={name} label={label} hint={hint}>
      <textarea
        id={name}
        name={name}
        rows={4}
        maxlength={maxlength}
        aria-invalid={errors[name] ? "true" : undefined}
        aria-describedby={describedBy(name, hint, errors)}
      >
        {typed.get(name) ?? value}
      </textarea>
    </LabeledField>
  );
}

function LabeledField({ name, label, hint, children }: PropsWithChildren<Pick<FieldProps, "name" | "label" | "hint">>) {
  return (
    <div class="field">
      <label for={name}>{label}</label>
      {hint ? (
        <p class="hint" id={`${name}-hint`}>
          {hint}
        </p>
      ) : null}
      <FieldError name={name} />
      {children}
    </div>
  );
}

function describedBy(name: string, hint: Child, errors: FieldErrors): string | undefined {
  const ids = [...(hint ? [`${name}-hint`] : []), ...(errors[name] ? [`${name}-error`] : [])];
  return ids.length === 0 ? undefined : ids.join(" ");
}

export type Option = readonly [value: string, text: string];

interface SelectFieldProps {
  readonly id: string;
  readonly label: string;
  readonly options: readonly Option[];
  readonly selected: string;
}

export function SelectField({ id, label, options, selected }: SelectFieldProps) {
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select id={id} name={id}>
        {options.map(([value, text]) => (
          <option value={value} selected={value !== "" && value === selected}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}

interface CheckProps {
  readonly name: string;
  /** One of several of the name. */
  readonly value?: string;
  readonly label: string;
  readonly checked: boolean;
}

/** A checkbox. The form has its name only if it is checked. */
export function Check({ name, value, label, checked }: CheckProps) {
  const id = value === undefined ? name : `${name}-${value}`;
  return (
    <div class="choice">
      <input type="checkbox" id={id} name={name} value={value} checked={checked} />
      <label for={id}>{label}</label>
    </div>
  );
}

interface ChoicesProps {
  readonly name: string;
  readonly legend: string;
  /** As long as nothing was chosen. */
  readonly chosen: string;
  readonly choices: readonly { readonly value: string; readonly label: Child }[];
}

/** A choice as radio buttons. The first one has the field's name as its id, for the link in the error summary. */
export function Choices({ name, legend, chosen, choices }: ChoicesProps) {
  const { errors, typed } = useContext(Forms);
  return (
    <fieldset class="field" aria-describedby={errors[name] ? `${name}-error` : undefined}>
      <legend>{legend}</legend>
      <FieldError name={name} />
      {choices.map((choice, index) => {
        const id = index === 0 ? name : `${name}-${choice.value}`;
        return (
          <div class="choice">
            <input
              type="radio"
              id={id}
              name={name}
              value={choice.value}
              checked={choice.value === (typed.get(name) ?? chosen)}
            />
            <label for={id}>{choice.label}</label>
          </div>
        );
      })}
    </fieldset>
  );
}

function FieldError({ name }: { readonly name: string }) {
  const error = useContext(Forms).errors[name];
  if (!error) return null;
  return (
    <p class="field-error" id={`${name}-error`}>
      <Icon name="caution" /> <span class="visually-hidden">Error: </span>
      {error}
    </p>
  );
}

/** The error summary above a refused form, with a link to each field. */
export function ErrorSummary() {
  const entries = Object.entries(useContext(Forms).errors);
  if (entries.length === 0) return null;
  return (
    <div class="message error" role="alert" tabindex={-1}>
      <h2>There is a problem</h2>
      <ul>
        {entries.map(([name, error]) => (
          <li>{name === FORM_ERROR ? error : <a href={`#${name}`}>{error}</a>}</li>
        ))}
      </ul>
    </div>
  );
}

/** Name of an error that does not belong to a single field. */
export const FORM_ERROR = "form";

export function Status({ text }: { readonly text: string | undefined }) {
  return text ? (
    <div class="message" role="status">
      <p>{text}</p>
    </div>
  ) : null;
}
