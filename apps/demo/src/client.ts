/** What the service answered; a refusal is thrown with its problem. */
export interface ApiResponse<T> {
  status: number;
  location: string | null;
  body: T;
}

/** A refusal of the service, in its own words. */
export class ApiError extends Error {}

/** Talks to the service as one caller. */
export class Client {
  constructor(
    private readonly base: string,
    private readonly credential?: string,
  ) {}

  /** The same service, as somebody else. */
  as(credential: string): Client {
    return new Client(this.base, credential);
  }

  get = <T>(path: string) => this.send<T>('GET', path);
  post = <T>(path: string, body: object = {}) => this.send<T>('POST', path, body);
  delete = <T>(path: string) => this.send<T>('DELETE', path);
  patch = <T>(path: string, body: object) => this.send<T>('PATCH', path, body);

  private async send<T>(method: string, path: string, body?: object): Promise<ApiResponse<T>> {
    const response = await fetch(new URL(path, this.base), {
      method,
      headers: {
        ...(this.credential ? { authorization: `Bearer ${this.credential}` } : {}),
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      body: body && JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new ApiError(`${method} ${path} answered ${response.status}: ${text}`);
    return {
      status: response.status,
      location: response.headers.get('location'),
      body: (text ? JSON.parse(text) : null) as T,
    };
  }
}
