// Never answers.
declare const self: Worker;

self.onmessage = () => {};
