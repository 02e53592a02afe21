import { download, NotDownloaded } from '#libs/outbound';
import { inflated, readSitemaps, type SitemapPages } from '../scan/sitemap.js';
import { guardedLookup, type Reach } from './reach.js';
import { ALL_ALLOWED, NONE_ALLOWED, readRobots, type Robots } from './robots.js';

const ROBOTS = { withinMs: 20_000, bytes: 600_000, accept: 'text/plain, */*' };
const SITEMAP = { withinMs: 60_000, bytes: 50_000_000, accept: 'application/xml, text/xml, */*' };
const NAME = 'curbcut';

/** What the agent itself reads of the sites of a run, by the same rule of addresses as their pages. */
export class Sites {
  private readonly robots = new Map<string, Promise<Robots>>();

  constructor(
    private readonly reach: Reach,
    private readonly stopping: AbortSignal,
  ) {}

  /** What the site of a page lets robots do; asked once. */
  robotsOf(url: string): Promise<Robots> {
    const { origin } = new URL(url);
    const known = this.robots.get(origin) ?? this.fetchRobots(origin);
    this.robots.set(origin, known);
    return known;
  }

  /** @throws where one cannot be read, or is none */
  sitemap(url: string, most: number): Promise<SitemapPages> {
    return readSitemaps(url, { most, read: async (address) => inflated(await this.read(address, SITEMAP)) });
  }

  private async fetchRobots(origin: string): Promise<Robots> {
    try {
      return readRobots((await this.read(`${origin}/robots.txt`, ROBOTS)).toString(), NAME);
    } catch (error) {
      // A site that cannot say lets nobody in (RFC 9309, 2.3.1.4); one that cannot be reached at all, its pages tell.
      return error instanceof NotDownloaded && error.status >= 500 ? NONE_ALLOWED : ALL_ALLOWED;
    }
  }

  private read(url: string, limits: typeof ROBOTS): Promise<Buffer> {
    const reach = (address: string) => {
      const { hostname, port, protocol } = new URL(address);
      return guardedLookup(
        this.reach,
        hostname.replace(/^\[|\]$/g, ''),
        Number(port || (protocol === 'https:' ? 443 : 80)),
      );
    };
    return download(url, { ...limits, reach, stopping: this.stopping });
  }
}
