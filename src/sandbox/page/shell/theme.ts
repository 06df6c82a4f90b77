import { html } from 'htm/preact';
import { useEffect } from 'preact/hooks';
import { useStored } from '../state/use-stored.ts';
import { Icon } from './icons.ts';

type Theme = 'system' | 'light' | 'dark';

/** Theme switch; follows the system until used. */
export function ThemeButton() {
  const [theme, setTheme] = useStored<Theme>('theme', 'system');
  useEffect(() => {
    document.documentElement.dataset.theme = theme;
  }, [theme]);
  const isDark =
    theme === 'dark' || (theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
  const label = isDark ? 'Switch to light mode' : 'Switch to dark mode';
  return html`<button class="icon-button" type="button" title=${label} aria-label=${label}
    onClick=${() => setTheme(isDark ? 'light' : 'dark')}>
    <${Icon} name=${isDark ? 'sun' : 'moon'} />
  </button>`;
}
