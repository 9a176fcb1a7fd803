// The sound of a new request: two short tones, made by the browser.

/** The tones in Hz, and the length of each in seconds. */
const TONES = [880, 1_175] as const;
const LENGTH_S = 0.12;
const LOUDNESS = 0.15;

let audio: AudioContext | undefined;

/** Plays the sound. Before the first key or click on the page browsers keep silent. */
export const ring = (): void => {
  audio ??= new AudioContext();
  const { currentTime, destination } = audio;
  const gain = audio.createGain();
  gain.gain.value = LOUDNESS;
  gain.connect(destination);
  for (const [at, tone] of TONES.entries()) {
    const oscillator = audio.createOscillator();
    oscillator.frequency.value = tone;
    oscillator.connect(gain);
    oscillator.start(currentTime + at * LENGTH_S);
    oscillator.stop(currentTime + (at + 1) * LENGTH_S);
  }
};
