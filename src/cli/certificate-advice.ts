interface CertificateAdvice {
  /** If nothing that this machine trusts has signed it. */
  readonly authority: string;
  /** If it is of another name. */
  readonly name: string;
}

/** What to do if a server's certificate is the reason of a failure; null for another reason. */
export function certificateAdvice(failure: string, { authority, name }: CertificateAdvice): string | null {
  if (/expired|not yet valid/i.test(failure)) {
    return "Renew the server's certificate. If it is valid, correct this machine's clock.";
  }
  if (/altnames?|hostname/i.test(failure)) return name;
  return /certificate|self.signed/i.test(failure) ? authority : null;
}
