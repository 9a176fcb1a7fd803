// What the bundler makes of files that are not TypeScript.

declare module 'lucide-static/icons/*.svg' {
  /** The shapes within the element `svg`. */
  const shapes: string;
  export default shapes;
}
