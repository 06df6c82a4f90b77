import { html } from 'htm/preact';
import { useState } from 'preact/hooks';

interface ImageProps {
  /** An image block or element; one of Slack's own files has no address. */
  image: { alt_text: string; image_url?: string };
  title?: string | undefined;
}

/**
 * A picture of the app's. One from elsewhere is fetched only when asked for: looking at it would tell its server that
 * somebody looks.
 */
export function Image({ image, title }: ImageProps) {
  const { alt_text: alt, image_url: url } = image;
  const [isWanted, setWanted] = useState(url?.startsWith('data:') ?? false);
  return html`<figure class="image">
    ${title && html`<figcaption>${title}</figcaption>`}
    ${
      isWanted && url
        ? html`<img src=${url} alt=${alt} />`
        : html`<button type="button" title=${url} onClick=${() => setWanted(true)}>Show image: ${alt}</button>`
    }
  </figure>`;
}
