import { html } from 'htm/preact';
import { useState } from 'preact/hooks';

interface ImageProps {
  image: { alt_text: string; image_url?: string };
  title?: string | undefined;
}

/** Image from an app. External images load only on request, since fetching one reveals the viewer to its server. */
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
