// A chunk that the page is sure to need is named in its HTML, so that it is fetched along with the one that asks for it.
import type { Plugin } from 'vite';

export function preload(chunk: string): Plugin {
  return {
    name: 'preload',
    transformIndexHtml: {
      order: 'post',
      handler: (_, { bundle }) => {
        const file = Object.values(bundle ?? {}).find((part) => part.type === 'chunk' && part.name === chunk)?.fileName;
        if (!file) throw new Error(`preload: there is no chunk ${chunk}`);
        return [{ tag: 'link', attrs: { rel: 'modulepreload', crossorigin: true, href: `./${file}` }, injectTo: 'head' }];
      },
    },
  };
}
