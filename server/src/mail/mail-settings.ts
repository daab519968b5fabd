// Where mail goes: into files, or to a mail server.

export type SmtpServer = {
  kind: "smtp";
  host: string;
  port: number;
  /** TLS from the first byte. Otherwise STARTTLS, without which nothing is sent unless the server is on this machine. */
  is_tls: boolean;
  is_on_this_machine: boolean;
  credentials: { user: string; password: string } | undefined;
  /** Only for tests: the certificate that signed the server's. */
  ca?: string;
};

export type MailSettings = {
  from: { name: string; address: string };
  way: SmtpServer | { kind: "file"; path: string };
};
