// Types of the files that are not TypeScript, as the bundler imports them.

declare module 'lucide-static/icons/*.svg' {
  /** The shapes within the element `svg`. */
  const shapes: string;
  export default shapes;
}
